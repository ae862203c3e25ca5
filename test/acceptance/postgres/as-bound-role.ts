// Imported before other tests, it has them run over PostgreSQL, as a role that owns nothing.

process.env['VITRINE_TEST_STORE'] = 'postgres-bound';

// Imported before other tests, it has them run over PostgreSQL.

process.env['VITRINE_TEST_STORE'] = 'postgres';

export {};

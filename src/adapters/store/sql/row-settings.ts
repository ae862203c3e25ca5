// The settings of a PostgreSQL transaction that say whose rows it may reach. Migrations put them into policies, so they never
// change.

export const tenantSetting = 'vitrine.tenant';
export const workspaceSetting = 'vitrine.workspace';
/** `on`: every workspace, of the few tables that are searched so. */
export const acrossSetting = 'vitrine.across_workspaces';

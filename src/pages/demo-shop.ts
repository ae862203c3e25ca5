// What pages may say about the demo shop: its ids, which are the same in every installation.

export interface DemoShop {
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly catalogId: string;
}

// Why a copy of a store was refused, where it does not depend on the command.

import { describeStoreAddress, type StoreAddress } from '../../config/store-address.ts';

export const notOwned = (address: StoreAddress): string =>
  `row-level security hides rows of ${describeStoreAddress(address)} from this role: give the address with the role that owns the tables`;

export const inUse = (to: StoreAddress): string =>
  `a service or command uses ${describeStoreAddress(to)}: stop it first, since it would go on with what it has read`;

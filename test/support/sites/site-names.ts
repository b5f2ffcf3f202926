/** Names of sites with their addresses (`EGRESS_HOSTS`): no name server knows them. */
export const siteNames = {
  clean: 'www.clean.example=127.0.0.2',
  planted: 'planted.test=127.0.0.2,www.planted.test=127.0.0.2,other.test=127.0.0.2',
  contract: 'shop.contract-tests.com=127.0.0.2,inside.contract-tests.com=10.1.2.3',
  events: 'some.test=127.0.0.2',
  /** Pages link to GitHub, which gets a documentation address (RFC 5737): no outside host is requested. */
  outside: 'github.com=192.0.2.1',
} as const

import type { UsedService } from '#test/support/service/service-fixture.ts'
import { type ContractFixture, makeContractFixture } from './contract-fixture.ts'

/**
 * Every operation, parameter, bound, default, enumeration and error of the contract, over real HTTP against the whole
 * service. The expected values are written by hand from infra/docs/clients.md. Besides, every answer is validated
 * against the OpenAPI document of the service.
 */
export function contract(
  name: string,
  open: () => Promise<UsedService>,
  suites: ((fixture: ContractFixture) => void)[],
): void {
  describe(name, () => {
    const fixture = makeContractFixture()
    before('start the service', async function () {
      this.timeout(120_000)
      await fixture.open(open)
    })
    after('stop the service', () => fixture.close())
    for (const suite of suites) suite(fixture)
  })
}

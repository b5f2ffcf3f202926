import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'
import { type GatewayFixture, type GatewayFixtureOptions, startGatewayFixture } from './gateway-fixture.ts'

/** Runs the test with a gateway whose time passes only when the test says so, from its start to its end. */
export async function withDrivenGateway(
  options: GatewayFixtureOptions,
  test: (gateway: GatewayFixture, clock: DrivenClock) => Promise<void>,
): Promise<void> {
  const clock = driveClock()
  try {
    const gateway = await clock.run(startGatewayFixture(options))
    await test(gateway, clock).finally(() => clock.run(gateway.stop()))
  } finally {
    clock.stop()
  }
}

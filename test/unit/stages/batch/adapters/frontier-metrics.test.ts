import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import { startFrontierMetrics } from '#stages/batch/adapters/frontier-metrics.ts'
import { silentLog } from '#test/support/silent-log.ts'

describe('startFrontierMetrics', () => {
  const figures = { ready: 11, resting: 2, in_flight: 6, oldest_seconds: 91.5 }

  async function shown(read: () => Promise<typeof figures>): Promise<string[]> {
    const metrics = prometheusMetrics({ process: false })
    const stop = startFrontierMetrics({ read, metrics, logger: silentLog })
    const { text } = await metrics.expose()
    await stop()
    return text.split('\n').filter((line) => line.startsWith('pageprobe_batch'))
  }

  it('shows what is read', async () => {
    expect(await shown(async () => figures)).to.have.members([
      'pageprobe_batch_waiting{state="ready"} 11',
      'pageprobe_batch_waiting{state="resting"} 2',
      'pageprobe_batch_in_flight 6',
      'pageprobe_batch_oldest_lease_seconds 91.5',
    ])
  })

  it('shows no number while the frontier cannot be read', async () => {
    const away = async () => {
      throw unavailable('batches')
    }
    expect(await shown(away)).to.have.members([
      'pageprobe_batch_in_flight Nan',
      'pageprobe_batch_oldest_lease_seconds Nan',
    ])
  })
})

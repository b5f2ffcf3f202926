// own service: its metrics are counted from its start on, and its traces are collected
import { onBothSides } from '#test/support/service/both-sides.ts'
import { metricsContract } from './metrics.ts'
import { telemetryForSuite } from './telemetry.ts'
import { tracesContract } from './traces.ts'

onBothSides('telemetry', (open, side) => {
  const telemetry = telemetryForSuite(open)
  metricsContract(telemetry)
  tracesContract(telemetry, side === 'embedded' ? 'sqlite' : 'kafka')
})

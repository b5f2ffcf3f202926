import type { FaultReport } from '#test/support/faults/under-fault.ts'
import type { Row } from './table.ts'

/** The properties that must hold under each fault. */
export function faultRows(name: string, report: FaultReport): Row[] {
  const { calls, refused, undocumented, longestRefusalMs, accepted, lost, several, batch, endedMs, batchMs } =
    report
  const seconds = (ms: number | null) => (ms === null ? 'never' : (ms / 1000).toFixed(1))
  return [
    { figure: `${name}: calls, refused`, value: `${calls.length}, ${refused}` },
    { figure: `${name}: longest time of refusals, s`, value: seconds(longestRefusalMs), goal: '<= 15' },
    {
      figure: `${name}: undocumented answers`,
      value: String(undocumented.length),
      goal: '0',
    },
    {
      figure: `${name}: accepted inspections, and those without outcome`,
      value: `${accepted}, ${lost}`,
      goal: `${accepted}, 0`,
    },
    { figure: `${name}: inspections with a second outcome`, value: String(several), goal: '0' },
    {
      figure: `${name}: pages of the batch, done, with an outcome in the log`,
      value: `${batch.accepted}, ${batch.done}, ${batch.once}`,
      goal: `${batch.accepted}, ${batch.accepted}, ${batch.accepted}`,
    },
    {
      figure: `${name}: time until all had ended, and the batch, s`,
      value: `${seconds(endedMs)}, ${seconds(batchMs)}`,
    },
  ]
}

import type { Values } from '../../../api/inspection-request.ts'
import { operationName } from '../../../ui/operation-names.ts'
import { checks, chosenChecks, devices, runOf } from '../run/plan.ts'

export interface CommonFieldsProps {
  readonly values: Values
  change(name: string, value: string): void
}

const deviceNames = { mobile: 'Phone', desktop: 'Desktop' } as const

/** What all checks have: the device, and which of them to run. */
export function CommonFields({ values, change }: CommonFieldsProps) {
  const chosen = chosenChecks(values)
  const toggle = (name: string, isOn: boolean) => {
    const next = checks.filter((one) => (one === name ? isOn : chosen.includes(one)))
    change('run', runOf(next) ?? '')
  }
  return (
    <div class="common-fields">
      <fieldset class="row">
        <legend class="hidden">Device</legend>
        {devices.map((device) => (
          <label key={device} class="check">
            <input
              type="radio"
              name="device"
              value={device}
              checked={values.device === device}
              onChange={() => change('device', device)}
            />
            {deviceNames[device]}
          </label>
        ))}
      </fieldset>
      <fieldset class="row">
        <legend class="hidden">Checks</legend>
        {checks.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              name="run"
              value={name}
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            {operationName(name)}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

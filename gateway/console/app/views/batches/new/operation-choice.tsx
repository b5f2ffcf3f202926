import { setParameters } from '../../../state/route.ts'
import { operationNames } from '../../../ui/operation-names.ts'

/** The operation, which stands in the address. */
export function OperationChoice({ current }: { current: string }) {
  return (
    <fieldset class="stack tight">
      <legend>Operation</legend>
      <div class="choices">
        {Object.entries(operationNames).map(([operation, name]) => (
          <label key={operation} class="check">
            <input
              type="radio"
              name="operation"
              value={operation}
              checked={operation === current}
              onChange={() => setParameters({ operation })}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import type { Values } from '../../../api/inspection-request.ts'
import type { FormOperation } from '../../../api/operation-fields.ts'
import { ParameterFields } from '../../../ui/form/parameter-fields.tsx'
import {
  CrawlField,
  type CrawlFieldsProps,
  patternNote,
  ScopeField,
} from '../../batches/new/crawl-fields.tsx'
import { OperationChoice } from '../../batches/new/operation-choice.tsx'
import type { CrawlForm } from './crawl-request.ts'

export interface CrawlOptionsProps extends CrawlFieldsProps<CrawlForm> {
  readonly operation: FormOperation
  readonly values: Values
  changeValue(name: string, value: string): void
}

/** The fields that stand above the options. */
const first = new Set(['url', 'max_pages', 'max_depth', 'delay_ms'])

/** All else that a crawl can be told, closed unless something in it is wrong. */
export function CrawlOptions({ operation, values, changeValue, ...fields }: CrawlOptionsProps) {
  const { problems } = fields
  const isWrong = Object.keys(problems).some((name) => !first.has(name))
  return (
    <details open={isWrong}>
      <summary>Options</summary>
      <div class="stack">
        <div class="fields">
          <ScopeField {...fields} />
          <CrawlField
            {...fields}
            name="max_minutes"
            label="Max. minutes"
            kind="number"
            note="Empty: no limit."
          />
          <CrawlField
            {...fields}
            name="concurrency"
            label="Requests at a time"
            kind="number"
            note="Empty: the default of the service."
          />
        </div>
        <div class="columns">
          <CrawlField {...fields} name="include" label="Include URLs" kind="lines" note={patternNote} />
          <CrawlField {...fields} name="exclude" label="Exclude URLs" kind="lines" note={patternNote} />
          <CrawlField
            {...fields}
            name="seeds"
            label="Further start pages"
            kind="lines"
            note="One URL per line, for what no page links to."
          />
        </div>
        <OperationChoice current={operation.name} />
        <ParameterFields fields={operation.fields} values={values} problems={problems} change={changeValue} />
      </div>
    </details>
  )
}

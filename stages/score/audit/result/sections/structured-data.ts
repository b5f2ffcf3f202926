import type {
  StructuredFinding,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import type { Facts } from '../../facts/facts.ts'
import { truncate } from '../truncate.ts'

const MAX_SHOWN = 100

/** Section `structured_data`: the items of the page and their findings. */
export function structuredSection({ structured }: Facts) {
  const { items, findings } = structured
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, MAX_SHOWN).map(shown),
    warnings: warnings.slice(0, MAX_SHOWN).map(shown),
    schemas_found: items.slice(0, MAX_SHOWN).map((item) => ({
      '@type': truncate(item.types.join(', ')) || null,
      name: nameOf(item),
      syntax: item.syntax,
    })),
    count: items.length,
    truncated: structured.isCut || [items, errors, warnings].some(({ length }) => length > MAX_SHOWN),
  }
}

function shown({ rule, type, path, message }: StructuredFinding) {
  return { rule_id: rule, type: type && truncate(type), path: truncate(path), message: truncate(message) }
}

function nameOf({ properties }: StructuredItem): string | null {
  const text = (name: string) => properties[name]?.find(isText) ?? null
  const name = text('name') ?? text('headline')
  return name && truncate(name)
}

function isText(value: StructuredValue): value is string {
  return typeof value === 'string'
}

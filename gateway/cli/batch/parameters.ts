import type { z } from 'zod'
import { parameterSchemas } from '#shared/operations/parameters.ts'
import type { OptionKind } from '../options.ts'

/** A parameter of an operation as an option of a command. */
interface Parameter {
  readonly name: string
  readonly type: string
}

/** By name, written without dashes, underscores and capitals: all operations' together. */
const parameters: ReadonlyMap<string, Parameter> = new Map(
  Object.values(parameterSchemas).flatMap(({ shape }) =>
    Object.entries<z.ZodType>(shape).map(([name, field]) => [folded(name), { name, type: typeOf(field) }]),
  ),
)

function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

/** Its type without defaults and optionality. */
function typeOf(field: z.ZodType): string {
  return 'innerType' in field.def ? typeOf(field.def.innerType as z.ZodType) : field.def.type
}

/** A name that no operation knows is taken as one with a value: the service refuses it, and says so. */
export function parameterKind(name: string): OptionKind {
  return parameters.get(folded(name))?.type === 'boolean' ? 'switch' : 'value'
}

/** The parameter that an option means, however it is spelt: `--full-page`, `--full_page` and `--fullPage` are one. */
export function parameterName(option: string): string {
  return parameters.get(folded(option))?.name ?? option.replaceAll('-', '_')
}

/** Its value: JSON where the parameter is an object, else the text; the service makes numbers and booleans of it. */
export function parameterValue(name: string, text: string): unknown {
  if (parameters.get(folded(name))?.type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('must be JSON, e.g. {"width": 800, "height": 600}')
  }
}

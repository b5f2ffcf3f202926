import type { z } from 'zod'
import { parameterSchemas } from '#shared/operations/parameters.ts'
import type { OptionKind } from '../options.ts'

/** A parameter of an operation, as an option of a command. */
interface Parameter {
  readonly name: string
  readonly type: string
}

/** The parameters of all operations, by name without dashes, underscores and capitals. */
const parameters: ReadonlyMap<string, Parameter> = new Map(
  Object.values(parameterSchemas).flatMap(({ shape }) =>
    Object.entries<z.ZodType>(shape).map(([name, field]) => [folded(name), { name, type: typeOf(field) }]),
  ),
)

function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

/** The type without defaults and optionality. */
function typeOf(field: z.ZodType): string {
  return 'innerType' in field.def ? typeOf(field.def.innerType as z.ZodType) : field.def.type
}

/**
 * The kind of an option that names a parameter. An unknown name is taken as an option with a value: the service
 * refuses it with a message.
 */
export function parameterKind(name: string): OptionKind {
  return parameters.get(folded(name))?.type === 'boolean' ? 'switch' : 'value'
}

/**
 * The parameter that an option names, in any spelling: `--full-page`, `--full_page` and `--fullPage` are the same.
 */
export function parameterName(option: string): string {
  return parameters.get(folded(option))?.name ?? option.replaceAll('-', '_')
}

/**
 * The value of a parameter: parsed JSON where the parameter is an object, else the text, which the service converts
 * to numbers and booleans.
 */
export function parameterValue(name: string, text: string): unknown {
  if (parameters.get(folded(name))?.type !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('must be JSON, e.g. {"width": 800, "height": 600}')
  }
}

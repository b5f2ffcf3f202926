import { noAnswer } from '../api/api-error.ts'
import { type Resource, useResource } from './resource.ts'

/** A part of the console's code, by its name, loaded when it is shown first. Undefined = there is no such part: it never comes. */
export function usePart<T>(name: string, load: (() => Promise<T>) | undefined): Resource<T> {
  const loadPart = () =>
    load?.().catch(() => {
      throw noAnswer('A part of the console could not be loaded')
    }) ?? new Promise<never>(() => {})
  return useResource(loadPart, { key: name })
}

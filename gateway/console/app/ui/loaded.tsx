import type { ComponentChildren } from 'preact'
import type { Resource } from '../state/resource.ts'
import { ErrorNotice, Skeleton } from './notice.tsx'

export interface LoadedProps<T> {
  readonly resource: Resource<T>
  /** Lines of the place that is kept while it is loaded, and what is said meanwhile. */
  readonly lines?: number
  readonly label?: string
  /** What is shown of the data; it stays while a further load fails. */
  children(data: T): ComponentChildren
}

/** Something that is loaded: its place, what is wrong with a way to try again, and then itself. */
export function Loaded<T>({ resource, lines, label, children }: LoadedProps<T>) {
  const { data, error, reload } = resource
  return (
    <>
      {error !== null && <ErrorNotice error={error} retry={reload} />}
      {data === null && error === null && <Skeleton {...(lines && { lines })} {...(label && { label })} />}
      {data !== null && children(data)}
    </>
  )
}

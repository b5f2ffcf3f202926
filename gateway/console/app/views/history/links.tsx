import type { ComponentChildren } from 'preact'
import { hrefOf } from '../../state/address.ts'
import { AddressLink } from '../../ui/page/address.tsx'
import type { ListedInspection } from './inspection-list.ts'

/** The URL of an inspection, which leads to its view. */
export function InspectionLink({ inspection: { id, operation, url } }: { inspection: ListedInspection }) {
  return <AddressLink href={hrefOf(['inspections', id], { operation, url })} text={url} />
}

export interface AgainLinkProps {
  /** Empty = unknown. */
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}

/** Leads to the form that runs an operation again. */
export function AgainLink({ operation, parameters, children }: AgainLinkProps) {
  return (
    <a class="nowrap" href={hrefOf(['inspect', operation || 'snapshot'], parameters)}>
      {children}
    </a>
  )
}

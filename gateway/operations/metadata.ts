import { groupsOf, type MetadataParameters } from '#shared/operations/metadata.ts'
import type { OperationRoute } from './operation.ts'

export const metadata: OperationRoute = {
  method: 'GET',
  entryStage: 'fetch',
  sharing: 'together',
  requiredDependencies: [],
  identity(parameters) {
    const { fields, device, max_images, max_links } = parameters as unknown as MetadataParameters
    const groups = groupsOf(fields)
    return [groups.includes('all') ? ['all'] : groups.toSorted(), device, max_images, max_links]
  },
  answerTimeoutMs: () => 15_000,
  hasCacheHeader: true,
  presentCached: null,
}

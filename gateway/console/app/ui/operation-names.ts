import { inWords } from './format.ts'

/** Operations by their API name, as the console calls them. */
export const operationNames: Readonly<Record<string, string>> = {
  snapshot: 'Snapshot',
  metadata: 'Metadata',
  performance: 'Performance',
  'seo-audit': 'SEO audit',
}

/** The name of an operation in the console; any other word of the API in words. */
export function operationName(operation: string): string {
  return Object.hasOwn(operationNames, operation) ? (operationNames[operation] as string) : inWords(operation)
}

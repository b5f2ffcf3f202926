/** Facts that are expensive to collect and that few parts of a result need. */
export const expensiveFacts = ['anchors', 'images', 'markers', 'items', 'words'] as const
export type ExpensiveFact = (typeof expensiveFacts)[number]

export const allFacts: ReadonlySet<ExpensiveFact> = new Set(expensiveFacts)

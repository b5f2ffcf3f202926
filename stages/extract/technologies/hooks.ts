import { signatures } from './signatures.ts'

function named(prefix: string): string[] {
  const hooks = signatures.flatMap(({ hook = [] }) => hook).filter((hook) => hook.startsWith(prefix))
  return [...new Set(hooks.map((hook) => hook.slice(prefix.length)))]
}

/** What the signatures look for in the markup, so that the pass over a page gathers that and nothing else. */
export const hookNames = {
  ids: new Set(named('id:')) as ReadonlySet<string>,
  classes: new Set(named('class:')) as ReadonlySet<string>,
  tags: new Set(named('tag:')) as ReadonlySet<string>,
  attributes: named('attribute:'),
}

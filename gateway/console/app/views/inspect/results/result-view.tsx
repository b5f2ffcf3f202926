import { useMemo } from 'preact/hooks'
import { ResultPage } from '../tabs/result-page.tsx'
import type { CheckResult } from './results.ts'

/** A stored result of one check, as the page of an inspection shows it. */
export function ResultView({ operation, result, parameters }: CheckResult & { readonly operation: string }) {
  const byCheck = useMemo(() => ({ [operation]: { result, parameters } }), [operation, result])
  return <ResultPage checks={[operation]} byCheck={byCheck} pending={[]} />
}

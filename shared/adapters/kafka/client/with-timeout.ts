/** Resolves like `work`, or rejects after `limitMs`. `work` then continues, and its failure is ignored. */
export function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

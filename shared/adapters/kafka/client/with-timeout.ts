/** The value of `work`, or a rejection when it takes longer; `work` itself goes on and its failure is then ignored. */
export function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

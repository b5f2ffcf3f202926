/** Runs tasks apart from this process: each alone in a process that can be ended at any time. */
export interface IsolatedTasks<Task, Result> {
  /**
   * Rejects with `TaskFailed` when the task fails, or when its process ends over it; with the reason of the signal as soon as it
   * aborts, which ends the work; with `SERVICE_UNAVAILABLE` when nothing can run the task.
   */
  run(task: Task, signal: AbortSignal): Promise<Result>
}

/** The export `run` of a module of tasks. Tasks and results are copied between processes (structured clone). */
export type RunTask<Task, Result> = (task: Task) => Promise<Result>

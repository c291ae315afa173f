/** The jobs of this process that run again and again, and what commands make, too. */
export type JobName =
  | 'nightly'
  | 'programmes'
  | 'follows'
  | 'links'
  | 'digests'
  | 'calls'
  | 'duplicates'
  | 'sources'
  | 'backup'
  | 'dump'

const times = new Map<JobName, number>()

/** Notes that a job has just succeeded, for the metrics. */
export const noteSuccess = (job: JobName): void => void times.set(job, Date.now() / 1000)

/** When each job succeeded last in this process, in seconds since 1970. */
export const lastSuccesses = (): ReadonlyMap<JobName, number> => times

/** What `hallway doctor` has found out about one thing; the advice says what to do about it. */
export type Finding = {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  advice?: string
}

type Result = Omit<Finding, 'check'>

export const ok = (message: string): Result => ({ status: 'ok', message })
export const warning = (message: string, advice: string): Result => ({ status: 'warning', message, advice })
export const problem = (message: string, advice: string): Result => ({ status: 'problem', message, advice })

export type { Result }

import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { type FormRequest, writeForm } from './dump-forms.ts'

// On Linux each thread has its own: elsewhere this would be the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
await writeForm(workerData as FormRequest)

import { workerData } from 'node:worker_threads'
import { type FormRequest, writeForm } from './dump-forms.ts'

await writeForm(workerData as FormRequest)

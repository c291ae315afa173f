import { setFlagsFromString } from 'node:v8'

// How V8 is set for the server's process, before anything else runs.

// V8's default lets the heap grow to four times the live objects before a full collection (decision 18).
setFlagsFromString('--heap-growing-percent=50')

// V8 allocates objects in the old generation at once where objects of the same place in the code have lived for long before.
// After many pages at a time it does so with React's: only a full collection frees them and what they refer to (decision 18).
setFlagsFromString('--no-allocation-site-pretenuring')

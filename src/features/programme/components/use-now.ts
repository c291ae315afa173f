import { useEffect, useState } from 'react'

/** A local moment that goes on from the server's by the minute; as it was until the script runs. */
export function useNow(serverNow: string | null): string | null {
  const [elapsedMinutes, setElapsedMinutes] = useState(0)
  useEffect(() => {
    setElapsedMinutes(0)
    if (!serverNow) return
    const started = Date.now()
    const timer = setInterval(() => setElapsedMinutes(Math.floor((Date.now() - started) / 60_000)), 10_000)
    return () => clearInterval(timer)
  }, [serverNow])
  if (!serverNow || elapsedMinutes === 0) return serverNow
  return new Date(Date.parse(`${serverNow}Z`) + elapsedMinutes * 60_000).toISOString().slice(0, 16)
}

export function Mark() {
  return (
    <svg viewBox="0 0 18 26" aria-hidden="true" className="h-6.5 w-4.5" fill="none">
      <path d="M1.5 26V9a7.5 7.5 0 0 1 15 0v17" stroke="currentColor" strokeWidth="2.4" />
      <circle cx="12" cy="16.5" r="1.7" className="fill-accent" />
    </svg>
  )
}

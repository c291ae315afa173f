export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="page flex items-center gap-3 py-24 text-quiet">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-hairline border-t-accent"
      />
      {label}
    </div>
  )
}

/** The logo of a conference, or a poster that is drawn by rule. */
export const Poster = ({
  slug,
  className,
  loading = 'lazy',
}: {
  slug: string
  className: string
  /** Of one that is in sight at once on every screen: eager. */
  loading?: 'lazy' | 'eager'
}) => (
  <img
    src={`/conferences/${slug}/poster.svg`}
    alt=""
    loading={loading}
    // React puts a preload of others before the styles, which all else waits for.
    fetchPriority={loading === 'eager' ? 'low' : undefined}
    width="600"
    height="800"
    className={`h-auto ${className}`}
  />
)

/** The logo of a conference, or a poster that is drawn by rule. */
export const Poster = ({ slug, className }: { slug: string; className: string }) => (
  <img
    src={`/conferences/${slug}/poster.svg`}
    alt=""
    loading="lazy"
    width="600"
    height="800"
    className={`h-auto ${className}`}
  />
)

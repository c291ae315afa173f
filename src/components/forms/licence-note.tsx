/** Beside the button that saves what the site publishes. */
export const LicenceNote = () => (
  <p className="text-sm text-quiet">
    Facts you save are published under{' '}
    <a href="https://creativecommons.org/publicdomain/zero/1.0/" className="link">
      CC0
    </a>
    , texts under{' '}
    <a href="https://creativecommons.org/licenses/by/4.0/" className="link">
      CC BY 4.0
    </a>
    .
  </p>
)

export const claimSubmitted = "Claim submitted! You'll be notified once it's reviewed."

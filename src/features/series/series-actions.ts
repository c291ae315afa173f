export const seriesActions = ['series_joined', 'series_left', 'series_edited', 'series_merged'] as const

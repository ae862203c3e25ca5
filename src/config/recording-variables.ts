// The settings of what is recorded of visitors, for how long, and what is computed from it.

import { trueOrFalse, wholeNumber } from './kinds.ts';
import { variable } from './variable.ts';

export interface RecordingConfig {
  /** 0: never. */
  readonly popularTermsRefreshMinutes: number;
  readonly popularTermsMinVisitors: number;
  readonly searchRecording: boolean;
  readonly eventRecording: boolean;
  readonly eventRetentionDays: number;
  readonly popularityMinVisitors: number;
}

export const recordingVariables = {
  popularTermsRefreshMinutes: variable(
    'POPULAR_TERMS_REFRESH_MINUTES',
    wholeNumber(0, 10_080),
    '60',
    'How often popular terms and the popularity of products are computed; 0 means never.',
  ),
  popularTermsMinVisitors: variable(
    'POPULAR_TERMS_MIN_VISITORS',
    wholeNumber(1, 1_000_000),
    '2',
    'How many visitors must search for a term before it is listed.',
  ),
  searchRecording: variable(
    'SEARCH_RECORDING',
    trueOrFalse,
    'true',
    'Whether to record searches for popular terms.',
  ),
  eventRecording: variable('EVENT_RECORDING', trueOrFalse, 'true', 'Whether to record events of shoppers.'),
  eventRetentionDays: variable(
    'EVENT_RETENTION_DAYS',
    wholeNumber(1, 365),
    '90',
    'How many days events of shoppers are kept.',
  ),
  popularityMinVisitors: variable(
    'POPULARITY_MIN_VISITORS',
    wholeNumber(1, 1_000_000),
    '3',
    'How many visitors a product must have on one day before events make it popular.',
  ),
};

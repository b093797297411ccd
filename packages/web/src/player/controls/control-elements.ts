import MediaController from 'media-chrome/media-controller';
import MediaFullscreenButton from 'media-chrome/media-fullscreen-button';
import MediaGestureReceiver from 'media-chrome/media-gesture-receiver';
import MediaLoadingIndicator from 'media-chrome/media-loading-indicator';
import MediaMuteButton from 'media-chrome/media-mute-button';
import MediaPipButton from 'media-chrome/media-pip-button';
import MediaPlayButton from 'media-chrome/media-play-button';
import MediaPreviewChapterDisplay from 'media-chrome/media-preview-chapter-display';
import MediaPreviewThumbnail from 'media-chrome/media-preview-thumbnail';
import MediaPreviewTimeDisplay from 'media-chrome/media-preview-time-display';
import MediaTimeDisplay from 'media-chrome/media-time-display';
import MediaTimeRange from 'media-chrome/media-time-range';
import MediaTooltip from 'media-chrome/media-tooltip';
import MediaVolumeRange from 'media-chrome/media-volume-range';
import MediaChromeMenuItem from 'media-chrome/menu/media-chrome-menu-item';
import MediaPlaybackRateMenu from 'media-chrome/menu/media-playback-rate-menu';
import MediaRenditionMenu from 'media-chrome/menu/media-rendition-menu';
import MediaSettingsMenu from 'media-chrome/menu/media-settings-menu';
import MediaSettingsMenuButton from 'media-chrome/menu/media-settings-menu-button';
import MediaSettingsMenuItem from 'media-chrome/menu/media-settings-menu-item';

/** Importing defines them in a browser; the server only reads their styles, which the policy must allow. */
export const CONTROL_ELEMENTS = [
  MediaController,
  MediaFullscreenButton,
  MediaGestureReceiver,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaPreviewChapterDisplay,
  MediaPreviewThumbnail,
  MediaPreviewTimeDisplay,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaTooltip,
  MediaVolumeRange,
  MediaChromeMenuItem,
  MediaPlaybackRateMenu,
  MediaRenditionMenu,
  MediaSettingsMenu,
  MediaSettingsMenuButton,
  MediaSettingsMenuItem,
];

import { createTheme } from '@mantine/core';

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const MONO_FONT = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Mantine in the panel's manner: the system's font, dense, with the blue of `going` as its one accent. */
export const theme = createTheme({
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: MONO_FONT,
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: true, size: 'lg', transitionProps: { duration: 0 } } },
    TextInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
  },
});

import type * as obsidian from '../../node_modules/obsidian/obsidian';

const system = typeof process === 'undefined' ? 'linux' : process.platform;

/** The desktop app on the system the tests run on. */
export const Platform: typeof obsidian.Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: system === 'darwin',
  isWin: system === 'win32',
  isLinux: system === 'linux',
  isSafari: false,
  resourcePathPrefix: 'app://test/',
};

/** The version of the types this stand-in was written against. */
export const apiVersion: typeof obsidian.apiVersion = '1.13.1';

export const requireApiVersion: typeof obsidian.requireApiVersion = (version) =>
  apiVersion.localeCompare(version, 'en', { numeric: true }) >= 0;

export const getLanguage: typeof obsidian.getLanguage = () => 'en';

export const normalizePath: typeof obsidian.normalizePath = (path) =>
  path
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\\/]+/g, '/')
    .replaceAll(/^\/|\/$/g, '')
    .normalize() || '/';

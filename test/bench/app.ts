export * as obsidian from '../obsidian/index';
export { createTestApp } from '../obsidian/testing';

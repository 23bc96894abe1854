/** Of Eleventy, which has no types, what this site uses. */
declare module '@11ty/eleventy' {
  export interface EleventyConfig {
    setUseGitIgnore(use: boolean): void;
    setLayoutsDirectory(folder: string): void;
    setTemplateFormats(formats: string[]): void;
    setLibrary(extension: string, library: { render: (text: string, environment: object) => string }): void;
    addExtension(extensions: string[], options: { key: string }): void;
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string, data: object): void;
  }
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config: (config: EleventyConfig) => void },
    );
    write(): Promise<unknown>;
  }
}

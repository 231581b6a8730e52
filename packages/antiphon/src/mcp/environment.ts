/** What programs need to start and to find their files. Everything else stays with us, API keys first of all. */
const inherited = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TMP",
  "TEMP",
  "NODE_ENV",
  "NODE_PATH",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  // Windows
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATHEXT",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "USERNAME",
  "USERPROFILE",
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a child: the basics of ours, and what its own configuration gives it. */
export function childEnvironment(
  own: Readonly<Record<string, string>>,
  ours: Environment,
): NodeJS.ProcessEnv {
  const basics = inherited.flatMap((name): [string, string][] => {
    const value = ours[name];
    // A value that starts with "()" is an exported shell function, which old shells would run.
    return value === undefined || value.startsWith("()") ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(basics), ...own };
}

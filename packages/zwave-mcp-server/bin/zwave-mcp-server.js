#!/usr/bin/env node
// Exists before the build, so that npm links the command when it installs.
import "../dist/cli.js";

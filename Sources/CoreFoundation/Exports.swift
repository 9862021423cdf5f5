// This module is built only for installation. Without this module, `import CoreFoundation` finds the C module of the
// toolchain. The types of the C module differ from the types with the same names in `Security`, so every name would be
// ambiguous.
@_exported public import Security

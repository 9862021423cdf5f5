import CPlatform
import Glibc

/// Protects a program that handles secrets. It must run before the program reads a secret.
package enum ProgramProtection {
  /// Opens missing standard descriptors, disables core files, and forbids debuggers.
  package static func begin() {
    StandardDescriptors.occupy()
    forbidCoreFiles()
    // A debugger of the same user, or a reader of /proc, must not find secrets in memory.
    _ = lk_forbid_inspection()
  }

  /// Disables core files, because a crash must not write secrets to a file.
  private static func forbidCoreFiles() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}

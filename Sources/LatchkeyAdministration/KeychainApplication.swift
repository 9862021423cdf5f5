import Keychain
import KeychainLog
import KeychainModel
import KeychainTransport

/// This program as an application that `keychaind` recognises by the set-group-ID bit of its file.
///
/// The file of such a program belongs to root and to the group of the application (`root:lk-app-notes`), and has the
/// mode
/// 2755. A manifest names the group (`docs/service.md`, "An application step by step"). The group protects the items of
/// the application from other programs of the same user, if the program performs its duties: it must not let the user's
/// environment, descriptors or children use the group. ``begin(_:)`` performs these duties.
///
/// ```swift
/// do {
///   try KeychainApplication.begin("com.example.notes")
/// } catch {
///   exit(1)
/// }
/// ```
public struct KeychainApplication: Sendable, Equatable {
  /// The identifier of the application, from its manifest.
  public let identifier: String

  /// How well `keychaind` knows the program: 3, or 4 for a program that the manifest also recognises as a system unit
  /// or a user.
  public let grade: Int

  /// The access groups of the application, in the order of its manifest.
  public let accessGroups: [String]

  /// Performs the duties of a program with the set-group-ID bit, connects to `keychaind` as the application, and gives
  /// up the group of the application.
  ///
  /// Call this function first in `main`, while the process has one thread, and before any other code reads the
  /// environment, opens a file or uses a keychain. End the program if the function throws an error. A second call
  /// returns the result of the first call.
  ///
  /// The function does the following:
  /// 1. It checks that the effective group differs from the real group, and that the loader ran the program in its
  ///    secure mode.
  /// 2. It gives signals their default actions, unblocks them, and stops the timer of `alarm`. It sets the mask of file
  ///    modes to 077 and the working directory to `/`. It raises the soft limits of memory, file sizes, processor time,
  ///    processes and descriptors, and forbids core files. It marks all descriptors above 2, so that they are closed
  ///    when a program is executed.
  /// 3. It reduces the environment to `PATH=/usr/bin:/bin` and to plain values of `LANG`, `LANGUAGE`, `LC_…`, `TZ`,
  ///    `TERM`, `COLORTERM` and `NO_COLOR`. If there are other variables, the function executes the program again from
  ///    its start, with the reduced environment, the same arguments and the same process number. Therefore no library
  ///    of the program keeps a value of the former environment. This execution closes the descriptors above 2.
  /// 4. It connects to `keychaind`, verifies the server, and checks that `keychaind` recognises the application.
  /// 5. It replaces the effective and the saved group by the real group, and forbids other processes of the user to
  ///    trace the process or to read its memory.
  ///
  /// Afterwards the process cannot connect as the application again. All keychain functions of the process share the
  /// one connection. If the connection ends, because `keychaind` was restarted for example, every call of the process
  /// fails with -25291 (`errSecNotAvailable`), and the program must be started again. In a forked child every call
  /// fails with -25291. The process never continues as a program without the group, whose calls would use other items.
  ///
  /// The search list and the default keychain of the user do not apply to the process, because other programs of the
  /// user can change them: a search reads the login keychain and the keychains of the system, and new items go to the
  /// login keychain.
  ///
  /// The function cannot protect a program that does one of the following:
  /// - runs code that a user chooses: an interpreter, a program with plug-ins, a graphical toolkit with modules;
  /// - makes itself inspectable again (`PR_SET_DUMPABLE`);
  /// - passes a secret, or a descriptor of the connection, to another program;
  /// - trusts files in the user's home, which other programs of the user can change. The trust settings of the user are
  ///   such a file. `HOME` is not in the environment, so Foundation finds the home of the user's account.
  ///
  /// - Parameter identifier: The identifier of the application. The manifest that describes the program must have the
  ///   same identifier.
  /// - Throws: `AdministrationError` with one of the following statuses. The group is given up in this case, too, and
  ///   every later call to the login keychain fails with the same error.
  ///   - -34018 (`errSecMissingEntitlement`) if the program does not have the group of an application, for example
  ///     under a debugger, with `no_new_privs`, on a file system that is mounted `nosuid`, or in a user namespace; if
  ///     no manifest describes the group; if the manifest is that of another application;
  ///   - -25291 (`errSecNotAvailable`) if the machine has no `keychaind`, or if it cannot be reached; if the process
  ///     has more than one thread; if the setting `fs.suid_dumpable` of the machine is 1; in a forked child of an
  ///     application.
  @discardableResult
  public static func begin(_ identifier: String) throws -> KeychainApplication {
    let welcome = try AdministrationError.translating { () throws(KeychainError) in
      try ApplicationProcess.begin(identifier)
    }
    return KeychainApplication(
      identifier: welcome.application, grade: Int(welcome.grade), accessGroups: welcome.accessGroups)
  }
}

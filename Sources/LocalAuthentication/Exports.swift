// A program that says `import LocalAuthentication` on Apple's platforms has Foundation too. Security
// adds the Core Foundation names and the key under which a context is put into a query.
@_exported public import Foundation
@_exported public import Security

// A program that says `import Security` on Apple's platforms has Foundation too, and relies on it.
@_exported public import Foundation

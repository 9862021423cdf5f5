/// Which of the four functions a dictionary was given to.
enum Operation {
  case add
  case search
  case update
  case delete

  /// Whether the function changes or removes items that are there.
  var changesItems: Bool { self == .update || self == .delete }
}

package domain

// Decider is an aggregate: how its state follows from its events. What a command decides is a function of that state:
// func(State) ([]Event, error).
type Decider[S, E any] struct {
	Category string
	Initial  func() S
	Evolve   func(S, E) S
}

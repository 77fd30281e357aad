// Package pledges is the commands about pledges of time and of things: offering, answering, delivering and taking back.
package pledges

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "pledges", Commands: []command.Definition{
	PledgeTime, AcceptTime, DeclineTime, WithdrawTime, LogHours, ConfirmHours, MarkNoShow, CloseTime,
	PledgeMaterial, AcceptMaterial, DeclineMaterial, WithdrawMaterial, ReceiveMaterial, ReturnMaterial, CloseMaterial,
}}
